import type { Call } from '@anupalan/contract/wire/call';
import { z } from 'zod';

/*
 * What a program may rely on of a call, as lines that can be compared:
 *
 *   > 200.data[].name: string              a key of an answer, a line for each of its types
 *   > 200.data[].note may be left out
 *   < body.name: string                    a key of a request
 *   < body.name is required
 *   < body.role takes "member"             a value that a request takes
 *   operationId: listActs                  the call's name in the API's document
 */

type Schema = z.core.JSONSchema.BaseSchema;

/** The lines of a call, sorted. */
export function listPromises(call: Call): ReadonlySet<string> {
  const inputs = Object.entries({ query: call.query, body: call.body });
  const requests = inputs.flatMap(([part, schema]) =>
    schema ? walk(toSchema(schema, 'input'), { at: `< ${part}`, isRequest: true }) : [],
  );
  const answers = Object.entries(call.answers).flatMap(([status, schema]) => {
    const at = `> ${status}`;
    if (call.media) return [...call.media].map((type) => `${at}: ${type}`);
    return walk(toSchema(schema, 'output'), { at, isRequest: false });
  });
  return new Set([...requests, ...answers, `operationId: ${call.id}`].sort());
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' });
}

interface Where {
  readonly at: string;
  readonly isRequest: boolean;
}

function walk(schema: Schema, where: Where): string[] {
  const { at, isRequest } = where;
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(isSchema);
  const lines = branches.flatMap((branch) => walk(branch, where));
  // An object is known by its keys, a list by what is in it.
  if (typeof schema.type === 'string' && !/^(object|array)$/.test(schema.type)) lines.push(`${at}: ${schema.type}`);
  for (const value of schema.enum ?? (schema.const === undefined ? [] : [schema.const])) {
    if (isRequest) lines.push(`${at} takes ${JSON.stringify(value)}`);
  }
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const inside = { ...where, at: `${at}.${key}` };
    if (isSchema(inner)) lines.push(...walk(inner, inside));
    const isRequired = schema.required?.includes(key) ?? false;
    if (isRequired && isRequest) lines.push(`${inside.at} is required`);
    if (!isRequired && !isRequest) lines.push(`${inside.at} may be left out`);
  }
  if (isSchema(schema.items)) lines.push(...walk(schema.items, { ...where, at: `${at}[]` }));
  if (isSchema(schema.additionalProperties)) {
    lines.push(...walk(schema.additionalProperties, { ...where, at: `${at}.*` }));
  }
  return lines;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
