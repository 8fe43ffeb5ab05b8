// The built package's declarations against the fixture transcribed from the specification, both ways.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";
import { enumerated, kind, methods, types } from "../support/spec.mjs";

const SCALARS = {
  Integer: "number",
  Float: "number",
  String: "string",
  Boolean: "boolean",
  True: "true",
  "InputFile or String": "InputFile | string",
};

/** The file names of media are files as well: they are sent as `attach://` parts. */
const FILES = ["InputMediaPhoto.media", "InputMediaVideo.media"];

/** The objects that a bot receives. */
const received = new Set();
function receive(type) {
  const name = type.replaceAll("Array of ", "").replace(" or True", "");
  if (received.has(name) || !types[name]?.fields) return;
  received.add(name);
  for (const field of Object.values(types[name].fields)) receive(field.type);
}
["Update", "ResponseParameters", ...Object.values(methods).map(({ returns }) => returns)].forEach(receive);

/** A type of the spec as TypeScript; arrays that are sent may be read-only. */
function typescript(type, sent) {
  if (type.startsWith("Array of ")) return `${sent ? "readonly " : ""}(${typescript(type.slice("Array of ".length), sent)})[]`;
  if (type.endsWith(" or True")) return `${typescript(type.slice(0, -" or True".length), sent)} | true`;
  return SCALARS[type] ?? type;
}

const members = [];
const expect = (place, type, sent) => members.push(`  ${JSON.stringify(place)}: ${typescript(type, sent)};`);
for (const [name, { fields }] of Object.entries(types)) {
  for (const [field, { type }] of Object.entries(fields ?? {})) {
    const place = `${name}.${field}`;
    expect(place, FILES.includes(place) ? "InputFile or String" : type, !received.has(name));
  }
}
for (const [name, { params, returns }] of Object.entries(methods)) {
  expect(name, returns, false);
  for (const [param, { type }] of Object.entries(params)) expect(`${name}.${param}`, type, true);
}
const names = [...Object.keys(types), "ChatId", "ReplyMarkup"].join(", ");
const source = `import type { ${names} } from "botwire";\nexport interface Expected {\n${members.join("\n")}\n}\n`;

const file = fileURLToPath(new URL("expected.ts", import.meta.url));
const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
};
const host = ts.createCompilerHost(options);
const { fileExists, readFile, getSourceFile } = host;
host.fileExists = (name) => name === file || fileExists(name);
host.readFile = (name) => (name === file ? source : readFile(name));
host.getSourceFile = (name, ...rest) =>
  name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
const program = ts.createProgram([file], options, host);
const checker = program.getTypeChecker();
const root = program.getSourceFile(file);

const [imported, expectedInterface] = root.statements;
const packageSymbol = checker.getSymbolAtLocation(imported.moduleSpecifier);
const exported = new Map(packageSymbol && checker.getExportsOfModule(packageSymbol).map((symbol) => [symbol.name, symbol]));
const expected = expectedInterface && checker.getTypeAtLocation(expectedInterface);

/** The type that the package exports under a name. */
function named(name) {
  const symbol = exported.get(name);
  assert.ok(symbol, `the package exports no ${name}`);
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return checker.getDeclaredTypeOfSymbol(target);
}

const typeOf = (property) => checker.getTypeOfSymbolAtLocation(property, root);
const expectedType = (place) => typeOf(expected.getProperty(place));
const isDocumented = (symbol) => symbol.getDocumentationComment(checker).length > 0;
const variants = (type) => (type.isUnion() ? type.types : [type]);
const parts = (type) => (type.isIntersection() ? type.types : [type]);
/** True if a type has only fields that it refuses (`?: undefined`). */
const isRefusal = (type) => checker.getPropertiesOfType(type).every((property) => typeOf(property).flags & ts.TypeFlags.Undefined);
/** The object of a variant that refuses the fields of other variants; otherwise the variant itself. */
const withoutOthers = (variant, objects) =>
  objects.find((object) => {
    const rest = parts(variant).filter((part) => !parts(object).includes(part));
    return rest.length + parts(object).length === parts(variant).length && rest.every(isRefusal);
  }) ?? variant;

/** True if a type requires the field to be absent. */
const isAbsence = ({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.EnumLiteral);
/** True if a variant exists only for its error message. */
const isFault = (variant) => checker.getPropertiesOfType(variant).some(({ name }) => name.startsWith("__@wrong"));

/**
 * The fields of an object, of all its variants if it is a union: name → { types, required, documented }. A field that a variant
 * refuses (`?: undefined`) or has not is optional.
 */
function fieldsOf(type) {
  const fields = new Map();
  const all = variants(type).filter((variant) => !isFault(variant));
  for (const variant of all) {
    // A unique symbol keeps interfaces without fields from taking any.
    for (const property of checker.getPropertiesOfType(variant).filter(({ name }) => !name.startsWith("__@"))) {
      const field = fields.get(property.name) ?? { types: [], required: 0, documented: false };
      fields.set(property.name, field);
      const present = variants(typeOf(property)).filter((one) => !isAbsence(one));
      field.types.push(...present);
      if (!(property.flags & ts.SymbolFlags.Optional)) field.required += 1;
      field.documented ||= isDocumented(property);
    }
  }
  for (const [name, field] of fields) {
    field.required = field.required === all.length;
    // Refused by all variants: a field of another type.
    if (field.types.length === 0) fields.delete(name);
  }
  return fields;
}

const assignable = (from, to) => checker.isTypeAssignableTo(from, to);

/** Asserts that the types of a field are exactly those of the spec. */
function assertKind(found, place, sent) {
  const wanted = expectedType(place);
  for (const type of found) {
    assert.ok(assignable(type, wanted), `${place} can be ${checker.typeToString(type)}, which the spec does not know`);
  }
  // Listed strings are some of all strings where they are sent.
  const listed = /string/.test(checker.typeToString(wanted)) || place.endsWith(".mask_position") || place.endsWith(".allowed_updates");
  if (sent && listed) return;
  for (const type of variants(wanted)) {
    assert.ok(found.some((one) => assignable(type, one)), `${place} cannot be ${checker.typeToString(type)}`);
  }
}

const sorted = (list) => [...list].sort();
const items = (type) => (checker.isArrayType(type) ? variants(checker.getTypeArguments(type)[0]).flatMap(items) : [type]);

/** Asserts that the listed strings are the spec's, and that other strings are allowed only in received values. */
function assertListed(found, place, sent) {
  const listed = enumerated(place);
  const all = found.flatMap(items);
  const literals = all.filter((type) => type.isStringLiteral());
  assert.deepEqual(sorted(new Set(literals.map(({ value }) => value))), sorted(listed ?? []), `strings of ${place}`);
  if (listed) assert.equal(all.length > literals.length, !sent, `whether ${place} takes other strings`);
}

/** Compares fields with the spec's, both ways. */
function assertFields(found, wanted, owner, sent) {
  assert.deepEqual(sorted(found.keys()), sorted(Object.keys(wanted)), `names in ${owner}`);
  for (const [name, { required }] of Object.entries(wanted)) {
    assert.equal(found.get(name).required, required, `whether ${owner}.${name} is required`);
    assert.ok(found.get(name).documented, `${owner}.${name} is documented`);
    assertKind(found.get(name).types, `${owner}.${name}`, sent);
    assertListed(found.get(name).types, `${owner}.${name}`, sent);
  }
}

describe("declarations", () => {
  it("compile, and export every name of the spec", () => {
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    assert.deepEqual(problems, []);
  });

  it("ChatId is a number or a string", () => {
    assert.deepEqual(sorted(variants(named("ChatId")).map((type) => checker.typeToString(type))), ["number", "string"]);
  });

  for (const [name, { fields, oneOf, opaque }] of Object.entries({ ...types, ReplyMarkup: kind("ReplyMarkup") })) {
    if (opaque) continue;
    it(`${name} is that of the spec`, () => {
      if (fields) return assertFields(fieldsOf(named(name)), fields, name, !received.has(name));
      const objects = oneOf.flatMap((member) => variants(named(member)));
      const union = new Set(variants(named(name)).map((variant) => withoutOthers(variant, objects)));
      for (const member of oneOf) {
        for (const variant of variants(named(member))) assert.ok(union.delete(variant), `${member} is not in ${name}`);
      }
      assert.equal(union.size, 0, `${name} has other members`);
    });
  }

  it("the methods are those of the spec", () => {
    const wanted = Object.keys(methods).sort();
    for (const map of ["MethodMap", "Methods"]) {
      assert.deepEqual(named(map).getProperties().map(({ name }) => name).sort(), wanted, map);
    }
  });

  for (const [name, { params, returns }] of Object.entries(methods)) {
    it(`${name} takes and returns what the spec says`, () => {
      const entry = typeOf(named("MethodMap").getProperty(name));
      const parameters = typeOf(entry.getProperty("params"));
      assertFields(fieldsOf(parameters), params, name, true);
      const result = typeOf(entry.getProperty("result"));
      assertKind(variants(result), name, false);

      const method = named("Methods").getProperty(name);
      assert.ok(isDocumented(method));
      const [signature, ...others] = typeOf(method).getCallSignatures();
      assert.deepEqual(others, []);
      const [first, second, ...rest] = signature.getParameters();
      assert.deepEqual([first.name, second.name, rest.length], ["params", "options", 0]);
      const type = checker.getNonNullableType(typeOf(first));
      const objects = type.types.filter(({ symbol }) => symbol?.name !== "FormLike");
      assert.equal(type.types.length - objects.length, 1, "or a form");
      assert.ok(objects.every((object) => assignable(object, parameters)) && assignable(parameters, type), "the parameters of both maps are the same");
      const promised = checker.getAwaitedType(signature.getReturnType());
      assert.ok(promised && assignable(promised, result) && assignable(result, promised), `${returns} is promised`);
      const none = ![...fieldsOf(parameters).values()].some(({ required }) => required) && variants(parameters).length === 1;
      assert.equal(checker.isOptionalParameter(first.valueDeclaration), none, "parameters can be left out if none is required");
    });
  }
});
