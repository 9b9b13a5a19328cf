import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { CodeInput } from './code-input.tsx';

function Code({ first = '' }: { first?: string }) {
  const [code, setCode] = useState(first);
  return (
    <>
      <CodeInput value={code} onChange={setCode} autoFocus />
      <output aria-label="Code">{code}</output>
    </>
  );
}

function box(digit: number) {
  return screen.getByRole<HTMLInputElement>('textbox', { name: `Verification code, digit ${digit} of 6` });
}

function code() {
  return screen.getByRole('status', { name: 'Code' }).textContent;
}

test('the focus goes along with what is typed', async () => {
  const user = show(<Code />);
  expect(box(1)).toBe(document.activeElement);
  await user.keyboard('123');
  expect(code()).toBe('123');
  expect(box(4)).toBe(document.activeElement);
  await user.keyboard('456');
  expect(code()).toBe('123456');
});

test('a pasted code fills all boxes, wherever it is pasted', async () => {
  const user = show(<Code />);
  await user.click(box(2));
  await user.paste('246810');
  expect(code()).toBe('246810');
  expect(box(6).value).toBe('0');
});

test.each([
  ['before', 0],
  ['behind', 1],
])('what is typed after a click %s a digit replaces it', async (_, at) => {
  const user = show(<Code first="123456" />);
  await user.click(box(3));
  await user.pointer({ keys: '[MouseLeft]', target: box(3), offset: at });
  await user.keyboard('9');
  expect(code()).toBe('129456');
  expect(box(4)).toBe(document.activeElement);
});

test('Backspace takes the digits off one by one, from the last', async () => {
  const user = show(<Code first="123456" />);
  await user.click(box(6));
  await user.keyboard('{Backspace}');
  expect(code()).toBe('12345');
  await user.keyboard('{Backspace}{Backspace}');
  expect(code().trim()).toBe('1234');
});

test('a letter is let in, so that it can be explained; what is wrong is told to every box', async () => {
  const user = show(<CodeInput onChange={() => {}} error="The code has six digits" />);
  await user.click(box(1));
  await user.keyboard('x');
  expect(box(1).value).toBe('x');
  expect(screen.getByRole('alert').textContent).toBe('The code has six digits');
  for (const digit of [1, 6]) expect(box(digit).getAttribute('aria-invalid')).toBe('true');
});
