import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { NaturePlace } from './nature-place.tsx';

test.each([
  ['what it was for the user last time', '[["asha",54],["ravi",0]]', 'min-height: 54px;'],
  ['none where nothing was asked', '[["asha",0],["ravi",54]]', 'display: contents;'],
  ['none for who is new', '[["ravi",54]]', 'display: contents;'],
  ['none where another thing is stored', '[["asha","54px"]]', 'display: contents;'],
])('the place of the question is kept free before it comes: %s', (_, stored, style) => {
  localStorage.setItem('natureQuestion', stored);
  show(<NaturePlace userId="asha" isReady={false} />);
  expect(document.querySelector('[style]')?.getAttribute('style')).toBe(style);
});
