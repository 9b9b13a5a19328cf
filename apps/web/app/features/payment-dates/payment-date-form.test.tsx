import { createPaymentDate } from '@anupalan/contract/payment-dates';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failure, serve } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import { makeItem } from '../compliance-items/items.fixture.ts';
import { PaymentDateForm } from './payment-date-form.tsx';

const sent = vi.fn();

function open() {
  serve(createPaymentDate, (request: unknown) => {
    sent(request);
    return failure(409, 'Enough');
  });
  return show(<PaymentDateForm item={makeItem({})} action="Add" onClose={() => {}} />);
}

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ });

test('neither the wheel nor the arrow keys change an amount', async () => {
  const user = open();
  await user.type(amount(), '12345');
  fireEvent.wheel(amount(), { deltaY: 100 });
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(amount().value).toBe('12345');
});

test('pasted lakhs are read, and a written day', async () => {
  const user = open();
  const day = screen.getByRole('textbox', { name: /Payment date/ });
  await user.clear(day);
  await user.type(day, '15-Dec-26');
  await user.click(amount());
  await user.paste('₹ 1,23,456/-');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(JSON.stringify(sent.mock.lastCall)).toContain('123456'));
  expect(JSON.stringify(sent.mock.lastCall)).toContain('2026-12-15');
});

test('a sign is named and nothing is sent', async () => {
  sent.mockClear();
  const user = open();
  await user.type(amount(), '1,23,456.00 Cr');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please enter the amount without Cr')).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});
