import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { browserStorage } from '../../lib/remembered.ts';
import { recallOf, rememberFor } from '../../lib/remembered-by-user.ts';

/** Lazy, as it is asked once, and after the rows. */
const NatureQuestion = memo(lazy(() => import('./nature-question.tsx')));

/** Storage key of the height that the question had for each user of the browser, in px; 0 is no question. */
const KEY = 'natureQuestion';

type Props = {
  /** By whom the height is remembered. */
  userId: string;
  /** Whether the question may come. */
  isReady: boolean;
};

/** Place of the question what the establishment is: as high as it was last time, so that nothing moves when it comes. */
export function NaturePlace({ userId, isReady }: Props) {
  const [kept, setKept] = useState(() => recallOf(browserStorage, { key: KEY, userId, isValid: isHeight }) ?? 0);
  const noteHeight = useCallback(
    (value: number) => {
      // From now on it is as high as it is, also in a window of another width.
      setKept(0);
      rememberFor(browserStorage, { key: KEY, userId, value });
    },
    [userId],
  );
  return (
    <div style={kept > 0 ? { minHeight: kept } : { display: 'contents' }}>
      {isReady && (
        <Suspense>
          <NatureQuestion onHeight={noteHeight} />
        </Suspense>
      )}
    </div>
  );
}

function isHeight(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 400;
}
