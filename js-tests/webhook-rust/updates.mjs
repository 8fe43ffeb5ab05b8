// Updates made from the specification's tables: each kind with all fields, and with only the required ones.
import { enumerated, fieldsOf, kind, updateKinds } from "../support/spec.mjs";

const HARD = 'é "quoted" \\ 👩‍👩‍👧 \u2028 </script> \u0000\u007f\t\n نص';
/** Messages and chats contain each other. */
const DEEPEST = 5;

const SCALARS = { Integer: 2 ** 31 - 1, Float: -55.755_826, Boolean: true, True: true };

function value(type, where, full, depth) {
  const name = where.split(".").at(-1);
  const { array, oneOf, object } = kind(type);
  if (array) return depth < DEEPEST ? [value(array, where, full, depth + 1)] : [];
  if (oneOf) return value(oneOf[0], where, full, depth);
  if (object) return make(object, full, depth + 1);
  if (/(^|_)id$/.test(name) && type === "Integer" && !/message_id$/.test(name)) return 2 ** 52 - 1;
  return SCALARS[type] ?? enumerated(where)?.[0] ?? HARD;
}

/** An object of the specification. */
function make(type, full, depth = 0) {
  const wanted = Object.entries(fieldsOf(type)).filter(([, field]) => field.required || (full && depth < DEEPEST));
  return Object.fromEntries(wanted.map(([name, field]) => [name, value(field.type, `${type}.${name}`, full, depth)]));
}

/** Later versions know more fields and values. */
const later = (object) => ({ later_field: { of: [null, 1.5, { a: "b" }] }, ...object, is_later: true });

/** Name → the fields of an update without its identifier. */
export const MADE = Object.fromEntries(
  updateKinds.flatMap((name) => {
    const { type } = fieldsOf("Update")[name];
    const everything = make(type, true);
    return [
      [`${name} with everything`, { [name]: everything }],
      [`${name} with what is required`, { [name]: make(type, false) }],
      [`${name} of a later version`, { [name]: later(everything), later_kind: {} }],
      ...Object.keys(everything).map((field) => [`${name} with ${field}`, { [name]: { ...make(type, false), [field]: everything[field] } }]),
    ];
  }),
);
