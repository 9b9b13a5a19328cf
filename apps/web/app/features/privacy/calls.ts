import { downloadOwnData, type Erasure, eraseOwnAccount } from '@anupalan/contract/people/privacy';
import { useNavigate } from 'react-router';
import { download, request } from '../../lib/api/api.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { removeToken } from '../../lib/session/token.ts';

const FILE = 'my-anupalan-data.json';

/** Saves everything that is held about the viewer (R-users-30). */
export function useDownloadOwnData() {
  return useCall({
    send: async () => saveFile(await download(downloadOwnData, { failed: 'Failed to download your data' }), FILE),
    done: `Downloaded ${FILE}`,
  });
}

/** Erases the viewer's account and leaves it (R-users-32); the form shows a failure. */
export function useEraseOwnAccount() {
  const navigate = useNavigate();
  return useCall({
    send: (body: Erasure) => request(eraseOwnAccount, { body, failed: 'Failed to erase your account' }),
    done: 'Your account was erased',
    onDone: async () => {
      removeToken();
      await navigate('/login');
    },
    describeFailure: inSilence,
  });
}
