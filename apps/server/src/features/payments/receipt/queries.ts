import { fullName } from '@anupalan/domain/names';
import { sql } from 'kysely';
import { z } from 'zod';
import { defaultWorkspaceOf } from '../../../identity/members/membership.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';

const Seller = z.object({ name: z.string(), address: z.string(), gstin: z.string() });

/** The content of a receipt. The buyer is its owner as they are today: an erased one has no name on it any more. */
export interface Receipt {
  readonly number: number;
  readonly orderId: string;
  readonly issuedAt: Date;
  readonly amountPaise: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly refundedAt: Date | null;
  readonly seller: z.infer<typeof Seller>;
  readonly buyer: { readonly name: string; readonly email: string; readonly companyName: string | null } | null;
}

/**
 * A receipt by its number (R-payments-19).
 * @param ownerId whose receipt it has to be; null for anyone's
 * @throws AppError not-found
 */
export async function getReceipt(db: Db, number: number, ownerId: string | null): Promise<Receipt> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('companies', (join) => join.on('companies.workspace_id', '=', defaultWorkspaceOf(sql.ref('users.id'))))
    .select([
      'receipts.issued_at',
      'receipts.amount_paise',
      'receipts.seller',
      'receipts.period_start',
      'receipts.period_end',
      'orders.order_id',
      'orders.refunded_at',
      'users.first_name',
      'users.last_name',
      'users.primary_email',
      'companies.company_name',
    ])
    .where('receipts.number', '=', number)
    .$if(ownerId !== null, (query) => query.where('orders.user_id', '=', ownerId))
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Receipt not found'));
  return {
    number,
    orderId: row.order_id,
    issuedAt: row.issued_at,
    amountPaise: row.amount_paise,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    refundedAt: row.refunded_at,
    seller: Seller.parse(row.seller),
    buyer:
      row.primary_email === null
        ? null
        : {
            name: fullName(row.first_name ?? '', row.last_name ?? ''),
            email: row.primary_email,
            companyName: row.company_name,
          },
  };
}
