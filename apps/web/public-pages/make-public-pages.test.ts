import { expect, test } from 'vitest';
import { bundlePageScript } from './bundle-page-script.ts';
import { toPublicPage } from './make-public-pages.ts';

const START = '<script type="module" async="">import "/assets/root.js";</script>';
const HEAD =
  '<link rel="preload" href="/a.woff2"/><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>';
const BODY = '<a aria-current="false" href="/">Home</a><script>inline()</script>';
const PARTS = { script: "operate('$&')", styles: '.a{}' };

test('what starts the application is held, and the script and the styles of the page stand in it', () => {
  expect(toPublicPage(`<head>${HEAD}</head><body>${BODY}${START}</body>`, PARTS)).toBe(
    '<head><link rel="preload" href="/a.woff2"/><link property="modulepreload" href="/a.js"/>' +
      '<link property="stylesheet" href="/a.css"/><style>.a{}</style><script>operate(\'$&\')</script></head>' +
      '<body><a aria-current="page" href="/">Home</a><script>inline()</script>' +
      '<script type="text/plain" data-application="">import "/assets/root.js";</script></body>',
  );
});

test.each([
  ['nothing starts the application', ''],
  ['two scripts do', START + START],
  ['a script is loaded in another way', `${START}<script async src="/more.js"></script>`],
  ['a module is', `${START}<script type="module">import "/more.js"</script>`],
])('a page is refused when %s', (_, scripts) => {
  expect(() => toPublicPage(`<head>${HEAD}</head><body>${scripts}</body>`, PARTS)).toThrow('A public page');
});

test('a page without style sheets is refused', () => {
  expect(() => toPublicPage(`<head></head><body>${START}</body>`, PARTS)).toThrow('has no style sheets');
});

test('the script of public pages is one that can stand in a page', async () => {
  const script = await bundlePageScript();
  expect(script).not.toMatch(/<\/script|<!--/i);
  expect(script).not.toMatch(/\bimport\b|\brequire\(/);
});
