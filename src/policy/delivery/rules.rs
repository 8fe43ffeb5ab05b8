//! The rules: what happens between the arrival of an update and the release of its last claim.
//!
//! ```text
//! events | phases | when | set | actions | then
//! ```
//!
//! The first rule that fits decides. `when` needs all words, none with `!`, and one of those with `?`. `set` sets bits, and
//! clears those with `-`. `then` continues with an inner step, whose rules have its name in the place of events. Without
//! phases, a rule fits in all of them. An event that no rule fits is ignored.

use super::parse::{self, Rule};

/// The rules as they are read. The order matters.
pub const TEXT: &str = "
# The claim.
Start | New | | Claiming | Claim
Done | Claiming | | ok Ended | RespondOk
DoneRemembered | Claiming | | ok Ended | RespondRemembered
Owned OwnedLast OwnedOver | Claiming | givenUp | | | release
Owned | Claiming | | Running | Run
OwnedLast | Claiming | | last Running | Run
OwnedOver | Claiming | | last | | failLasting
Cancelled | Claiming | | | | end
StoreOver | Claiming Releasing | | | Tell | end
Busy StoreFailed | Claiming Committing Releasing | | | AskAgain

# Inside the handler.
WaitBegan | Running | givenUp | waits | CancelWait
WaitBegan | Running | | waits
WaitOver | Running | | -waits
Staged | Running | | staged
Effect | Running Checking Reporting Committing | | effect
Answered | Running Checking Reporting Committing Releasing | open !out | pending
Answered | Running | givenUp | pending
Answered | | !pending !out | out | SendAnswer
LeaseLost | Running | | leaseLost

# The end of the handler. What was given up before an effect comes again, whatever the handler made of it.
ReturnedNothing ReturnedCall ReturnedAnswer ThrewStore ThrewPassing ThrewLasting | Running | givenUp !effect | | | release
ReturnedNothing | Running | | | | returned
ReturnedCall | Running | | call | | returned
ReturnedAnswer | Running | out | | | returned
ReturnedAnswer | Running | | call out | | returned
returned | | ?call ?pending | Checking | Check
returned | | | | | commit

# Without a bot, only the response can carry a call.
Checked | Checking | !open !sends | | | failStore
Checked | Checking | | | | commit

# Failures. Nothing comes again after a 200.
ThrewStore | Running Checking | | | | failStore
ThrewPassing | Running Checking | | | | failPassing
ThrewLasting | Running Checking | | | | failLasting
failStore | | !ok | willRetry -staged -call Reporting | ReportRetry
failPassing | | !effect !ok !last | willRetry counts -staged -call Reporting | ReportRetry
failStore | | | -staged -call Reporting | ReportLast
failPassing failLasting | | | counts -staged -call Reporting | ReportLast
ReportedRetry | Reporting | last !ok | -counts | | release
ReportedRetry | Reporting | !ok | | | release
ReportedPlain | Reporting | willRetry | | | release
ReportedPlain ReportedRetry ReportedHandled | Reporting | | | | commit

# The commit. A remembered call whose response has failed comes with the redelivery.
commit | | staged open inline ?call ?pending | Committing | SaveAllRemember
commit | | staged | Committing | SaveAll
commit | | open inline ?call ?pending | Committing | SaveDoneRemember
commit | | | Committing | SaveDone
SavedRemembered | Committing | again | -call | | deliver
Saved SavedRemembered | Committing | | | | deliver
SaveRefused StoreOver | Committing | | | Tell | release

# The response, and what it cannot carry.
deliver | | open inline call | ok -call | RespondContent | deliver
deliver | | open inline pending | ok out | RespondContent | deliver
deliver | | !sends ?call ?pending | | Tell | finish
deliver | | pending | out | SendAnswer | deliver
deliver | | call | Sending | Send
deliver | | | | | finish
SendFailed | Sending | | | Tell | finish
Sent | Sending | | | | finish
finish | | open | ok | RespondOk | release
release | | counts | Releasing | Release
finish release | | | Releasing | ReleaseRefund
Released | Releasing | | | | end
end | | open | again Ended | RespondAgain
end | | | Ended

# The deadline, a client that has left, a program that ends.
Deadline | Claiming | open | givenUp again | Cancel RespondAgain
Deadline | Running | open waits !effect | givenUp again | CancelWait RespondAgain
Deadline | Running | !sends
Deadline | Checking Committing | !sends ?call ?pending
Deadline | Running | open accepts pending inline !waits !leaseLost | ok out | RespondContent SignalLater
Deadline | Running | open accepts !waits !leaseLost | ok | RespondOk | late
Deadline | Running | open | again | RespondAgain | late
Deadline | Sending | open | ok | RespondOk
Deadline | Claiming Running Checking Reporting Committing Releasing | open | again | RespondAgain
late | | pending | out | SendAnswer SignalLater
late | | | | SignalLater
Gone | Claiming | open | givenUp again | Cancel
Gone | Running | open waits !effect | givenUp again | CancelWait
Gone | Running | open pending sends | again out | SendAnswer
Gone | | open | again
Stop | Claiming | !givenUp | givenUp | Cancel
Stop | Running | waits !effect !givenUp | givenUp | CancelWait

# The host has dropped the delivery.
Dropped | Claiming | !givenUp | Ended | Cancel
Dropped | Claiming | | Ended
Dropped | Running Checking Reporting Committing | effect | Ended | SaveDone Tell ReleaseRefund
Dropped | Running Checking Reporting Committing | ok | Ended | Tell ReleaseRefund
Dropped | Sending | | Ended | Tell ReleaseRefund
Dropped | Running Checking Reporting Committing Releasing | | Ended | ReleaseRefund
";

/// The rules as they are interpreted.
pub static RULES: [Rule; parse::count(TEXT)] = parse::rules(TEXT);
