//! The section Files and profile photos.

use crate::emulator::compat;
use crate::emulator::prelude::*;

pub fn get_file(service: &mut Service, bot: i64, method: GetFile) -> Result<File> {
    let (number, path) = service.link(bot, &method.file_id)?;
    Ok(File { file_path: Some(path), ..service.shown_file(bot, number) })
}

pub fn get_user_profile_photos(
    service: &mut Service,
    bot: i64,
    method: GetUserProfilePhotos,
) -> Result<UserProfilePhotos> {
    let user = service.check_person(method.user_id.0)?;
    let count = |number: Option<i64>, absent| usize::try_from(number.unwrap_or(absent)).unwrap_or(0);
    let (offset, limit) = (count(method.offset, 0), count(method.limit, 100));
    let photos = service.state.profile_photos.get(&user).map_or(&[][..], Vec::as_slice);
    let total = i64::try_from(photos.len()).unwrap_or(0);
    let shown = photos.iter().skip(offset).take(limit).map(|(number, _)| service.photo(bot, *number));
    Ok(UserProfilePhotos::new(total, shown.collect::<Vec<_>>()))
}

impl Service {
    pub(super) fn shown_file(&self, bot: i64, number: u64) -> File {
        let file_size = self.state.files.all.get(&number).map(StoredFile::size);
        let extra = compat::unique(self.state.compat, number);
        File { file_size, extra, ..File::new(self.file_id(bot, number)) }
    }
}
