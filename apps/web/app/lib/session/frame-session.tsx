import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { firstScreen } from '../first-screen.ts';
import { type Session, SessionContext, useSession } from './session.tsx';

type Props = {
  /** Makes the frame of the page around its content. */
  frame: (content: ReactNode) => ReactNode;
  children: ReactNode;
};

/**
 * Frame and content of a page. The frame's HTML is everybody's, so where the content was drawn for somebody before the
 * application was there, the frame takes over as nobody's, and is theirs right after.
 */
export function FrameSession({ frame, children }: Props) {
  const session = useSession();
  const [isHeld, setHeld] = useState(() => firstScreen() !== null);
  useEffect(() => startTransition(() => setHeld(false)), []);
  return (
    <SessionContext value={isHeld ? asNobody(session) : session}>
      {frame(<SessionContext value={session}>{children}</SessionContext>)}
    </SessionContext>
  );
}

function asNobody(session: Session): Session {
  return {
    ...session,
    status: 'loading',
    user: null,
    member: null,
    impersonating: false,
    passkeyNeeded: false,
    mailComesBack: false,
  };
}
