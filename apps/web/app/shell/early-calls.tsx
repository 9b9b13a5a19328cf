import { useState } from 'react';
import { useMatches } from 'react-router';
import { scriptEarlyCalls } from '../lib/api/early-calls.ts';

/** What a route's module exports as `handle`: the queries that its page asks first, each with its call's address. */
export interface PageHandle {
  readonly asks: readonly { readonly address: string }[];
}

/** Script that begins the calls of the page that is opened; on later pages there is nothing to begin early. */
export function EarlyCalls() {
  const addresses = useMatches().flatMap(({ handle }) => (isPageHandle(handle) ? handle.asks : []));
  const [script] = useState(addresses.length > 0 && scriptEarlyCalls(addresses.map(({ address }) => address)));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the addresses of calls at build time
  return script && <script dangerouslySetInnerHTML={{ __html: script }} />;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'asks' in handle;
}
