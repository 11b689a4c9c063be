import {z} from 'zod';

/** Query parameters of paginated lists. */
export const pageSchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export function pageOf(
  items: readonly object[],
  total: number,
  page: number,
  limit: number,
): object {
  return {items, total, page, limit, has_more: page * limit < total};
}
