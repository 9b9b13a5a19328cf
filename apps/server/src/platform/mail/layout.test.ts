import { expect, test } from 'vitest';
import { action, aside, composeMail, largeCode, paragraph } from './layout.ts';

const CONTENT = {
  to: 'meera@example.in',
  subject: 'A subject',
  preview: 'Shown in the list',
  heading: 'What it is about',
  blocks: [
    paragraph('First <things> first.'),
    largeCode('012345'),
    action('Open it', 'https://anupalan.example.in/x?a=1&b=2'),
    aside('For some.'),
  ],
};

test('the plain text says in order what the page says, without its preview and its wordmark', async () => {
  const { text } = await composeMail(CONTENT);
  expect(text.split(/\n+/)).toEqual([
    'What it is about',
    'First <things> first.',
    '012345',
    'Open it https://anupalan.example.in/x?a=1&b=2',
    'For some.',
    'Anupalan · Payroll and labour-law compliance, in view.',
  ]);
});

test('the page escapes what it is given and serves both colour schemes', async () => {
  const { html } = await composeMail(CONTENT);
  expect(html).toMatch(/^<!DOCTYPE html/);
  expect(html).toContain('First &lt;things&gt; first.');
  expect(html).toContain('href="https://anupalan.example.in/x?a=1&amp;b=2"');
  expect(html).toContain('Shown in the list');
  expect(html).toContain('अनुपालन');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).not.toMatch(/<(script|img|link)\b/);
});
