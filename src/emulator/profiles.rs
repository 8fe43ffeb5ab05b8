//! The section Files and profile photos.

use super::answer::{Done, Refusal};
use super::call::Call;
use super::compat::unique;
use super::json::{Members, array};

/// `limit` of getUserProfilePhotos when absent.
const LIMIT: i64 = 100;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "getFile" => get_file(call),
        "getUserProfilePhotos" => get_user_profile_photos(call),
        _ => return None,
    })
}

fn get_file(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let id = parameters.text("file_id").unwrap_or_default();
    let (number, size, path) = service.link(caller.now, caller.bot, id)?;
    let file =
        Members::new().text("file_id", id).maybe("file_unique_id", unique(service.options.compat, number).as_deref());
    let file = file.number("file_size", i64::try_from(size).unwrap_or(0));
    Ok(Done::Result(file.text("file_path", &path).object()))
}

fn get_user_profile_photos(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let user = parameters.integer("user_id").unwrap_or(0);
    if service.person(user).is_none() {
        return Err(Refusal::bad_request("user not found"));
    }
    let offset = usize::try_from(parameters.integer("offset").unwrap_or(0)).unwrap_or(0);
    let limit = usize::try_from(parameters.integer("limit").unwrap_or(LIMIT)).unwrap_or(1);
    let photos = service.profile_photos.get(&user).map_or(&[][..], Vec::as_slice);
    let shown = photos.iter().skip(offset).take(limit).filter_map(|(number, _)| service.files.get(*number));
    let shown = array(shown.map(|file| &file.shown));
    let count = i64::try_from(photos.len()).unwrap_or(0);
    let result = Members::new().number("total_count", count).json("photos", &shown).object();
    Ok(Done::Result(service.identified(&result, caller.bot)))
}
