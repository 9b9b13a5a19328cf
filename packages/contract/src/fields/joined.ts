import { MEMBER_ROLES } from '@anupalan/domain/members';
import { z } from 'zod';
import { Id } from '../wire/primitives.ts';

/** The company that an invitation led into, or that was taken over. */
export const Joined = z.object({ companyId: Id, companyName: z.string(), role: z.enum(MEMBER_ROLES) });
export type Joined = z.infer<typeof Joined>;
