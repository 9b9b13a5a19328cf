import { Buffer as Shaped } from 'harfbuzzjs';
import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';
import { TextLayout } from './lay-out-text.ts';

test('all words of a font are shaped in the same memory, which nobody else would free in time', async () => {
  const shaped = vi.spyOn(Shaped.prototype, 'addText');
  const layout = new TextLayout(new PDFDocument());
  await layout.layOut('पहली टिप्पणी और दूसरी', 400, { size: 8, weight: '400Regular' });
  expect(shaped.mock.contexts.length).toBeGreaterThan(3);
  expect(new Set(shaped.mock.contexts).size).toBe(1);
});
