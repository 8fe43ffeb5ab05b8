//! Tests of the TypeScript for each kind and rule in the samples.

use super::{methods, types};
use crate::render::samples;

/// Asserts that the text contains these lines in sequence, ignoring indentation.
fn assert_lines(text: &str, lines: &str) {
    let wanted: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let found: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(found.windows(wanted.len()).any(|window| window == wanted), "no {wanted:#?} in {text}");
}

#[test]
fn what_is_received_is_open_and_what_is_sent_is_closed() {
    let types = types(&samples::catalog());
    assert_lines(&types, "export interface Mask {\npoint: Point | (string & {});\nscale?: number;\n}");
    assert_lines(&types, "export interface InputMask {\npoint: Point;\nscale?: number | undefined;\n}");
    assert_lines(&types, "* - `eyes`: Both.\n*/\nexport type Point =\n| \"eyes\"\n| \"chin\";");
}

#[test]
fn a_one_of_rule_is_a_union_of_interfaces() {
    let types = types(&samples::catalog());
    assert_lines(&types, "export interface ButtonFields {\ntext: string;\n}");
    assert_lines(
        &types,
        "export interface ButtonCallbackData extends ButtonFields {\n/**\n* @remarks 1–64 bytes of UTF-8.\n*/",
    );
    let refused = "(typeof Refused)[\"a button has one action\"] | undefined";
    assert_lines(&types, &format!("callback_data: string;\ngame?: {refused};\npay?: false | {refused};"));
    assert_lines(&types, &format!("callback_data?: {refused};\ngame?: {refused};\npay: true;"));
    assert_lines(
        &types,
        "export type Button =\n| ButtonCallbackData\n| ButtonGame\n| ButtonPay\n| ButtonKinds[keyof ButtonKinds]\n\
         | (ButtonFields & Without<\"callback_data\" | \"game\" | \"pay\", \"A button needs an action, one of callback_data, game, pay\">);",
    );
    assert_lines(&types, "export interface ButtonKinds {}");
    assert_lines(
        &types,
        "a?: boolean | undefined;\nb?: false | (typeof Refused)[\"a button asks for one thing\"] | undefined;",
    );
    assert_lines(&types, "export interface Empty {\nreadonly [nothing]?: never;\n}");
}

#[test]
fn a_conditional_requirement_is_a_union_by_the_deciding_field() {
    let catalog = samples::catalog();
    assert_lines(
        &types(&catalog),
        "export type Video = VideoFields & (\n| {\nmime_type: \"text/html\";\ncontent: string;\n}\n| {\nmime_type: \"video/mp4\";\n}\n);",
    );
    assert_lines(
        &methods(&catalog).unwrap_or_default(),
        "export type AnswerThingParams = AnswerThingFields & (\n| {\nok: true;\noptions: readonly string[];\n}\n| {\nok: false;\nerror: string;\n}\n);",
    );
}

#[test]
fn a_status_is_a_union_and_stays_open() {
    let types = types(&samples::catalog());
    assert_lines(&types, "export interface MemberFields {\nid: number;\n}");
    assert_lines(&types, "export interface MemberMember extends MemberFields {\nstatus: \"member\";\n}");
    assert_lines(
        &types,
        "export interface MemberOther extends MemberFields {\nstatus: string;\ncan_edit?: boolean;\n}",
    );
    assert_lines(
        &types,
        "export type Member =\n| MemberMember\n| MemberAdministrator\n| MemberOther\n| MemberKinds[keyof MemberKinds];",
    );
}

#[test]
fn an_update_is_a_union_by_presence() {
    let types = types(&samples::catalog());
    assert_lines(&types, "/** A text *\\/ here. */\nmessage: Mask;\npoll_answer: Member;");
    assert_lines(&types, "export type PollAnswerUpdate = UpdateOf<\"poll_answer\">;");
    assert_lines(&types, "export type UpdateKind = keyof UpdateKinds;");
}

#[test]
fn methods_have_parameters_results_and_signatures() {
    let methods = methods(&samples::catalog()).unwrap_or_default();
    assert_lines(
        &methods,
        "rows?: readonly (readonly Button[])[] | undefined;\nmedia?: Media | undefined;\nmask?: InputMask | undefined;",
    );
    assert_lines(
        &methods,
        "photo?: InputFile | string | undefined;\n/**\n* @remarks 1–100.\n* @defaultValue `100`\n*/\nlimit?: number | undefined;",
    );
    assert_lines(
        &methods,
        "export type EditThingParams = (EditThingFields & MessageTarget) | (EditThingFields & NoTarget);",
    );
    assert_lines(&methods, "editThing: { params: EditThingParams; result: Mask | true };");
    assert_lines(&methods, "sendThing(params: SendThingParams | FormLike, options?: CallOptions): Promise<Member[]>;");
    assert_lines(&methods, "getMe(params?: GetMeParams | FormLike, options?: CallOptions): Promise<Member>;");
    assert_lines(
        &methods,
        "import type {\nButton,\nChatId,\nInputMask,\nMask,\nMedia,\nMember,\n} from \"./types.js\";",
    );
}
