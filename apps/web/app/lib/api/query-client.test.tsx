import { listActs } from '@anupalan/contract/acts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import toast from 'react-hot-toast';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { pass, show } from '../../../test/show.tsx';
import { useFailureToast } from '../use-failure-toast.ts';
import { callQuery } from './call-query.ts';

const FAILED = 'Failed to fetch acts';

beforeEach(() => {
  vi.useFakeTimers();
});

type Meta = { readonly waitsForRetries?: true };

/** List as the pages have it: loading, failed or there. */
function List({ meta }: { meta: Meta }) {
  const acts = useQuery({ ...callQuery(listActs, {}, ({ data }) => data), meta });
  useFailureToast(acts.error, FAILED);
  return <p data-testid="list">{acts.data ? `${acts.data.length} acts` : acts.isError ? 'failed' : 'loading'}</p>;
}

/** Shows a list whose server fails; `toasts` counts what was said of it. */
async function showFailing(status: number, meta: Meta = {}) {
  const asked = serve(listActs, () => failure(status, 'Away'));
  const toasts = vi.spyOn(toast, 'error');
  onTestFinished(() => toasts.mockRestore());
  show(<List meta={meta} />);
  await pass(0);
  return { asked, toasts };
}

function said() {
  return screen.getByTestId('list').textContent;
}

test('a list that fails says so after the first try, once, and is tried again quietly (R-pages-31)', async () => {
  const { asked, toasts } = await showFailing(503);
  expect(asked).toHaveLength(1);
  expect(said()).toBe('failed');
  expect(toasts.mock.calls).toEqual([[FAILED, { id: FAILED }]]);

  await pass(1_000);
  expect(asked).toHaveLength(2);
  expect(said()).toBe('failed');
  await pass(60_000);
  expect(asked).toHaveLength(4);
  expect(said()).toBe('failed');
  expect(toasts).toHaveBeenCalledTimes(1);
});

test('what trying again brings replaces the failure', async () => {
  const { asked } = await showFailing(503);
  expect(said()).toBe('failed');
  serve(listActs, () => success([]));
  await pass(1_000);
  expect(await screen.findByText('0 acts')).toBeTruthy();
  expect(asked).toHaveLength(1);
});

test('a refusal is not tried again', async () => {
  const { asked } = await showFailing(403);
  expect(said()).toBe('failed');
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

test('a query that waits for its retries fails with the last of them', async () => {
  const { asked, toasts } = await showFailing(503, { waitsForRetries: true });
  expect(said()).toBe('loading');
  expect(toasts).not.toHaveBeenCalled();
  await pass(60_000);
  expect(asked).toHaveLength(4);
  expect(said()).toBe('failed');
});
