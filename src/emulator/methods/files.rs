//! The section Files and profile photos.

use crate::emulator::compat;
use crate::emulator::refusal::Result;
use crate::emulator::service::Service;
use crate::emulator::state::StoredFile;
use crate::methods::{GetFile, GetUserProfilePhotos};
use crate::types::{File, UserProfilePhotos};

/// `limit` of getUserProfilePhotos when absent.
const LIMIT: i64 = 100;

pub(super) fn get_file(service: &mut Service, bot: i64, method: GetFile) -> Result<File> {
    let (number, path) = service.link(bot, &method.file_id)?;
    let mut file = File::new(method.file_id);
    file.file_size = service.state.files.get(number).map(StoredFile::size);
    file.file_path = Some(path);
    file.extra = compat::unique(service.state.compat, number);
    Ok(file)
}

pub(super) fn get_user_profile_photos(
    service: &mut Service,
    bot: i64,
    method: GetUserProfilePhotos,
) -> Result<UserProfilePhotos> {
    let user = service.check_person(method.user_id.0)?;
    let count = |number: Option<i64>, absent| usize::try_from(number.unwrap_or(absent)).unwrap_or(0);
    let (offset, limit) = (count(method.offset, 0), count(method.limit, LIMIT));
    let photos = service.state.profile_photos.get(&user).map_or(&[][..], Vec::as_slice);
    let total = i64::try_from(photos.len()).unwrap_or(0);
    let shown = photos.iter().skip(offset).take(limit).map(|(number, _)| service.photo(bot, *number));
    Ok(UserProfilePhotos::new(total, shown.collect::<Vec<_>>()))
}
