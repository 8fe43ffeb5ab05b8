//! Virtual environments of Python, for suites that run bots in Python. Each has the exact versions of a list in
//! `js-tests/foreign`.

use crate::failure::{Failure, Outcome};
use crate::repository::{path, remove, target};
use crate::stamp::{Inputs, unless_fresh};
use crate::{process, screen};

/// The environments, and their lists.
const ENVIRONMENTS: [(&str, &str); 3] =
    [("today", "requirements.txt"), ("2018", "requirements-2018.txt"), ("tools", "requirements-tools.txt")];

/// Makes the environments. Without Python, prints that the suite skips its bots.
pub fn environments() -> Outcome<()> {
    let program = ["python3", "python"].into_iter().find(|program| process::answer(program, &["--version"]).is_some());
    let Some(program) = program else {
        screen::step("Python 3 is not installed: the suite `foreign` skips the bots in Python");
        return Ok(());
    };
    ENVIRONMENTS.into_iter().try_for_each(|(name, list)| environment(program, name, list))
}

fn environment(program: &str, name: &str, list: &str) -> Outcome<()> {
    let (folder, list) = (target("xtask/python").join(name), path("js-tests/foreign").join(list));
    let inputs = Inputs::new().file(&list).text(&process::answer(program, &["--version"]).unwrap_or_default());
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    unless_fresh(&format!("python-{name}"), &inputs, &folder.join(inside), || {
        screen::step(&format!("installing the bot libraries of {} (once) …", list.display()));
        remove(&folder)?;
        let hint = |failure: Failure| {
            let what = "`python3 -m venv` and pip must succeed once; Debian has venv in the package python3-venv";
            Failure::new(failure.to_string()).hint(what)
        };
        process::quiet(process::command(program).args(["-m", "venv"]).arg(&folder)).map_err(hint)?;
        let mut pip = process::command(folder.join(inside));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&list);
        process::quiet(&mut pip).map_err(hint).map(drop)
    })
    .map(drop)
}
