import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { FormDialog } from './form-dialog.tsx';

function Postings() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        New posting
      </button>
      <FormDialog opened={opened} title="Posting" onClose={() => setOpened(false)}>
        {(leave) => (
          <>
            <input aria-label="Title" />
            <button type="button" onClick={leave}>
              Cancel
            </button>
            <button type="button" onClick={() => setOpened(false)}>
              Save
            </button>
          </>
        )}
      </FormDialog>
    </>
  );
}

const QUESTION = 'Are you sure you want to discard what you have typed?';

async function openForm() {
  const user = show(<Postings />);
  await user.click(button('New posting'));
  return { user, title: screen.getByRole('textbox', { name: 'Title' }) };
}

function button(name: string) {
  return screen.getByRole('button', { name });
}

function form() {
  return screen.queryByRole('dialog', { name: 'Posting' });
}

/** Waits for the question, which comes a moment later and takes the focus. */
async function question() {
  const dialog = await screen.findByRole('dialog', { name: 'Discard' });
  expect(within(dialog).getByText(QUESTION)).toBeTruthy();
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
}

test.each(['Escape', 'Cancel', 'Close'])('with nothing typed %s closes it, and the focus goes back', async (way) => {
  const { user } = await openForm();
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(button(way));
  await waitFor(() => expect(button('New posting')).toBe(document.activeElement));
  expect(form()).toBeNull();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test.each(['Escape', 'Cancel', 'Close'])('with something typed %s asks first, and begins at Cancel', async (way) => {
  const { user, title } = await openForm();
  await user.type(title, 'Fitter');
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(button(way));
  await question();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  expect(form()).not.toBeNull();
});

test('Escape on the question closes it alone; what was typed and the focus are as before', async () => {
  const { user, title } = await openForm();
  await user.type(title, 'Fitter');
  await user.keyboard('{Escape}');
  await question();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(title).toBe(document.activeElement));
  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(form()).not.toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Fitter');
  await user.keyboard('{Escape}');
  await question();
});

test('what is discarded is gone, and the next one closes without a question', async () => {
  const { user, title } = await openForm();
  await user.type(title, 'Fitter');
  await user.keyboard('{Escape}');
  await question();
  await user.click(button('Discard'));
  await waitFor(() => expect(button('New posting')).toBe(document.activeElement));
  expect(form()).toBeNull();
  await user.click(button('New posting'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('');
  await user.keyboard('{Escape}');
  expect(form()).toBeNull();
});

test('after a form closed itself nothing counts as typed', async () => {
  const { user, title } = await openForm();
  await user.type(title, 'Fitter');
  await user.click(button('Save'));
  await user.click(button('New posting'));
  await user.keyboard('{Escape}');
  expect(form()).toBeNull();
});
