import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

test('only the inline scripts of the page are allowed, each by its hash', () => {
  const policy = contentSecurityPolicy(
    '<script>alert(1)</script><script type="module" async>import "/x.js"</script><script src="/a.js"></script>',
  );
  expect(policy).toContain(
    "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'sha256-ZgW18qg6SfnFrB5iIB79LeGezO9OsNnmT4V5tR3Cb3s='",
  );
});

test('scripts are never allowed wholesale', () => {
  const scripts = contentSecurityPolicy()
    .split('; ')
    .find((part) => part.startsWith('script-src'));
  expect(scripts).toBe("script-src 'self'");
});

test('a service that a page works with is allowed where it is needed', () => {
  const policy = contentSecurityPolicy('', { 'script-src': ['https://sdk.example.com'] }).split('; ');
  expect(policy).toContain("script-src 'self' https://sdk.example.com");
  expect(policy).toContain("connect-src 'self'");
});
