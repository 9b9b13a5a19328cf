import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { BEYOND_ASCII, beyondAscii } from './mail-address.ts';
import { email } from './primitives.ts';

const INVALID = 'Invalid email address';

afterEach(() => {
  beyondAscii.taken = false;
});

function faultOf(address: string): string | undefined {
  return email().safeParse(address).error?.issues[0]?.message;
}

test.each([
  'hr@xn--p1b6ci4b4b3a.xn--h2brj9c',
  'hr@x.co.xn--h2brj9c',
  'hr@xn--x.in',
  'accounts&pay@x.in',
  'a/b@x.in',
  'a%b@x.in',
  'hr=x@x.in',
  "!#$%&'*+-/=?^_`{|}~@x.in",
  "o'brien@x.in",
  'a.b+c_d@sub.x.technology',
  `${'a'.repeat(64)}@x.in`,
  '\u3000Hr@X.in\u00a0',
])('%s is taken', (address) => {
  expect(faultOf(address)).toBeUndefined();
});

test.each([
  '',
  'hr',
  'hr@x',
  '@x.in',
  'hr@@x.in',
  '.hr@x.in',
  'hr.@x.in',
  'h..r@x.in',
  '"hr office"@x.in',
  '"hr"@x.in',
  'hr@[192.0.2.1]',
  'hr@192.0.2.1',
  'लेखा@192.0.2.1',
  'hr@[IPv6:2001:db8::1]',
  'hr@-x.in',
  'hr@x-.in',
  'hr@x..in',
  'hr@x.in.',
  'hr@x.i',
  'hr@x_y.in',
  'h r@x.in',
  'hr@x.in, pay@x.in',
  'Asha <hr@x.in>',
  'hr@x.in\nBcc: a@b.in',
  'hr(a)@x.in',
  `${'a'.repeat(65)}@x.in`,
  `hr@${'a'.repeat(64)}.in`,
  `hr@${'a.'.repeat(130)}in`,
  'लेखा@',
  'ले खा@उदाहरण.भारत',
  '"लेखा"@उदाहरण.भारत',
  `${'ल'.repeat(22)}@x.in`,
])('%j is an invalid address', (address) => {
  for (const taken of [false, true]) {
    beyondAscii.taken = taken;
    expect(faultOf(address)).toBe(INVALID);
  }
});

test.each(['लेखा@उदाहरण.भारत', 'hr@उदाहरण.भारत', 'लेखा@x.in', 'josé@x.in', 'hr@bücher.in'])(
  '%s is taken where the mail server says SMTPUTF8, and is refused in words of its own elsewhere',
  (address) => {
    expect(faultOf(address)).toBe(BEYOND_ASCII);
    beyondAscii.taken = true;
    expect(email().parse(address.normalize('NFD'))).toBe(address);
  },
);

test('no address takes long to be judged, whatever it is made of', () => {
  const piece = fc.constantFrom('a', 'é', 'ल', '-', '.', '@', '!', '0', '(', 'xn--');
  const mixed = fc.array(fc.record({ piece, times: fc.nat(120) }), { maxLength: 12 });
  const long = ['é@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', `é${'a'.repeat(60)}(@x.in`, `a@${'é.'.repeat(300_000)}`];
  const began = process.cpuUsage();
  for (const address of long) expect(faultOf(address)).toBe(INVALID);
  fc.assert(fc.property(mixed, (parts) => void faultOf(parts.map((one) => one.piece.repeat(one.times)).join(''))));
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
