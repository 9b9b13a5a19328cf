import { tidyText } from '@anupalan/contract/wire/stored-text';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listCalls, nameCall } from '../../trials/list-calls.ts';

/** The texts that stay as they come: passwords, codes, tokens, names that others gave to a part of a file. */
const AS_THEY_COME = /(^|\.)(\w*[pP]assword|otp|token|session|code|file|sheet|endpoint|transports|id)$/;

/** Texts of many lengths that are neither composed nor trimmed; one of six characters, as codes are. */
const UNTIDY = [
  'e\u0301 and more',
  '\u3000Asha',
  'Asha\u00a0',
  '\u200b12345',
  'e\u0301x@x.in',
  ' e\u0301',
  'Ae\u0301 9!aaaaa',
];

const places = (await listCalls()).flatMap((call) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    return schema
      ? textsOf(schema, part).map(({ place, text }) => ({ place: `${nameCall(call)} ${place}`, text }))
      : [];
  }),
);

test('the contract has texts', () => {
  expect(places.length).toBeGreaterThan(300);
});

test.each(places.map(({ place, text }) => [place, text]))('%s is taken in tidy, or as it comes', (place, text) => {
  for (const untidy of UNTIDY) {
    const { data } = text.safeParse(untidy);
    if (data !== untidy || data === tidyText(untidy)) continue;
    expect(place).toMatch(AS_THEY_COME);
  }
});

/** The schemas of texts within a schema, by where they are. */
function textsOf(schema: z.core.$ZodType, place: string): { place: string; text: z.ZodType }[] {
  const inside = (part: z.core.$ZodType, step = '') => textsOf(part, step === '' ? place : `${place}.${step}`);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [{ place, text: schema }];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, part]) => inside(part, name));
  if (schema instanceof z.ZodArray) return inside(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option));
  if (schema instanceof z.ZodRecord) return [...inside(schema.keyType, 'key'), ...inside(schema.valueType, 'value')];
  if (schema instanceof z.ZodPipe)
    return [...inside(schema.in), ...(schema.in instanceof z.ZodTransform ? inside(schema.out) : [])];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inside(schema.unwrap());
  if (schema instanceof z.ZodDefault) return inside(schema.def.innerType);
  return [];
}
