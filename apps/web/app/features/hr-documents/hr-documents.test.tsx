import { listHrDocuments } from '@anupalan/contract/hr-documents';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { HrDocuments } from './hr-documents.tsx';

test('documents that could not be loaded are not said to be none', async () => {
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
  serve(listHrDocuments, () => failure(404, 'Not there'));
  const user = show(<HrDocuments />);
  await screen.findByText('The documents could not be loaded.');
  expect(screen.queryByText('No documents available')).toBeNull();
  serve(listHrDocuments, () => Response.json([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No documents available');
});
