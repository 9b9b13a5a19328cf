import { expect, test } from 'vitest';
import { holdLines } from './hold-lines.ts';

/** A table as it is drawn, with lines out of sight of some height in px below those in it. */
function makeTable(outOfSight: number): HTMLElement {
  const content = document.createElement('div');
  const gap = `<tbody aria-hidden="true"><tr style="height: ${outOfSight}px;"><td></td></tr></tbody>`;
  content.innerHTML =
    '<table><thead><tr><th>Compliance</th></tr></thead>' +
    `<tbody><tr data-index="0"><td>Wages</td></tr><tr data-index="1"><td>Pay them</td></tr></tbody>${gap}</table>`;
  return content;
}

test('lines of a long table are put back as they were, the very elements', () => {
  const content = makeTable(window.innerHeight);
  const before = content.innerHTML;
  const bodies = [...content.querySelectorAll('tbody')];
  const lines = [...content.querySelectorAll('[data-index]')];
  const addLines = holdLines(content);
  expect(content.textContent).toBe('Compliance');
  addLines();
  expect(content.innerHTML).toBe(before);
  expect([...content.querySelectorAll('tbody')].every((body, index) => body === bodies[index])).toBe(true);
  expect([...content.querySelectorAll('[data-index]')].every((line, index) => line === lines[index])).toBe(true);
});

test.each([
  ['what is out of sight is lower than the window', () => makeTable(window.innerHeight - 1)],
  ['there is no table', () => document.createElement('div')],
])('nothing is taken out where %s', (_, make) => {
  const content = make();
  const before = content.innerHTML;
  const addLines = holdLines(content);
  expect(content.innerHTML).toBe(before);
  addLines();
  expect(content.innerHTML).toBe(before);
});
