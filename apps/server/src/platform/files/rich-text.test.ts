import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanRichText, isBlankRichText } from './rich-text.ts';

test.each([
  ['<p>one</p><ul><li><em>two</em></li></ul>', '<p>one</p><ul><li><em>two</em></li></ul>'],
  ['<ol><li><strong>1</strong><br /></li></ol>', '<ol><li><strong>1</strong><br /></li></ol>'],
  ['<b>bold</b> and <i class="x">slanted</i>', '<strong>bold</strong> and <em>slanted</em>'],
  ['<p onclick="steal()" style="color:red" id="x">text</p>', '<p>text</p>'],
  ['<P ONCLICK=steal()>text</P>', '<p>text</p>'],
  ['before<script>steal()</script>after', 'beforeafter'],
  ['before<SCRIPT\n>steal()</SCRIPT >after', 'beforeafter'],
  ['<scr<script>ipt>steal()</script>x', 'ipt&gt;steal()x'],
  ['<style>p { display: none }</style>text', 'text'],
  ['<a href="javascript:steal()">link</a><img src=x onerror=steal()>', 'link'],
  ['<h1>Title</h1><table><tr><td>cell</td></tr></table>', 'Titlecell'],
  ['<svg onload=steal()><style><img src=x onerror=steal()></style></svg>text', 'text'],
  ['<math><mtext><mglyph><style><img src=x onerror=steal()></style></mglyph></mtext></math>text', 'text'],
  ['<noscript><p title="</noscript><img src=x onerror=steal()>">text', '<p>text</p>'],
  ['<iframe src="https://example.com"></iframe><object></object>text', 'text'],
  ['<!-- comment -->text<![CDATA[more]]><?php steal() ?>', 'text'],
  ['<p>open <strong>and <em>on', '<p>open <strong>and <em>on</em></strong></p>'],
  ['<p>a</strong></p>', '<p>a</p>'],
  ['<li>a<a<p><li>b', '<li>a</li><li>b</li>'],
  ['wages < 21000 & more', 'wages &lt; 21000 &amp; more'],
  ['&lt;script&gt;steal()&lt;/script&gt;', '&lt;script&gt;steal()&lt;/script&gt;'],
  ['पीएफ, 1952 की योजना', 'पीएफ, 1952 की योजना'],
])('%s', (dirty, clean) => {
  expect(cleanRichText(dirty)).toBe(clean);
});

const MARKUP = [
  '<p>',
  '</p>',
  '<b>',
  '<li>',
  '<ul>',
  '<script>',
  '</script>',
  '<style>',
  '<br>',
  '<p a=',
  '"',
  '<',
  '&',
];

test('whatever comes in, only plain formatting goes out, and cleaning it again changes nothing', () => {
  const html = fc.array(fc.oneof(fc.constantFrom(...MARKUP), fc.string())).map((parts) => parts.join(''));
  fc.assert(
    fc.property(html, (dirty) => {
      const clean = cleanRichText(dirty);
      expect(clean.replace(/<\/?(p|strong|em|ul|ol|li)>|<br \/>/g, '')).not.toMatch(/[<>]/);
      expect(cleanRichText(clean)).toBe(clean);
    }),
  );
});

test('however deep the markup, it comes out shallow', () => {
  expect(cleanRichText(`${'<ul><li>'.repeat(5_000)}deep`).length).toBeLessThan(500);
});

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp; </p><ul><li><br></li></ul>', true],
  ['<p>a</p>', false],
  ['-', false],
])('%j shows nothing: %s', (html, blank) => {
  expect(isBlankRichText(html)).toBe(blank);
});
