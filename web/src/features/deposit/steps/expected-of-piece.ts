import { useQueries } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { DataOf, QueryOf } from '../../../lib/api/calls.ts';
import type { Answer } from '../../../lib/api/client.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { warrantyOf } from '../parts/warranty-of.ts';

type Dates = DataOf<'GET', '/promise/expected'>;
type Asked = QueryOf<'/promise/expected'>;
export interface Expected {
  readonly likely: string;
  readonly latest: string;
}

/** What a deposit without a date shows: no model yet, or the question failed. It never keeps a deposit back. */
const expectedQuery = (asked: Asked, isAsked: boolean) =>
  readQuery(['promise', 'expected', asked], '/promise/expected', asked, {
    enabled: isAsked,
    staleTime: 5 * MINUTE_MS,
    retry: false,
  });

/** A piece whose product is known and that has a reason: before that there is nothing to ask. */
const isAskable = ({ product_sku: sku, product_name: name, reasons }: PieceValues): boolean =>
  sku.trim() !== '' && name.trim() !== '' && reasons.length > 0;

/** When all of these pieces are expected to be ready: the last of their dates; null while one of them has none. */
export function useExpected(pieces: readonly PieceValues[], rules: FormRules): Expected | null {
  const { control } = useFormContext<RmaValues>();
  const delivery = useWatch({ control, name: 'delivery' });
  return useQueries({
    queries: pieces.map((piece) =>
      expectedQuery(
        {
          sku: piece.product_sku.trim().toUpperCase(),
          rma_reason_ids: piece.reasons,
          delivery,
          is_under_warranty: String(warrantyOf(piece, rules)?.inWarranty ?? true),
        },
        isAskable(piece),
      ),
    ),
    combine: lastOf,
  });
}

function lastOf(
  answers: readonly { readonly data?: Answer<'GET', '/promise/expected'> | undefined }[],
): Expected | null {
  const dates = answers.map(({ data }) => toExpected(data?.data));
  const known = dates.filter((date) => date !== null);
  if (known.length === 0 || known.length < dates.length) return null;
  return known.reduce((last, date) => (date.latest > last.latest ? date : last));
}

const toExpected = (dates: Dates | undefined): Expected | null =>
  dates === undefined || dates.expected_likely === null || dates.expected_latest === null
    ? null
    : { likely: dates.expected_likely, latest: dates.expected_latest };
