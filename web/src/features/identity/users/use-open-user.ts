import { useSearchParams } from 'react-router-dom';
import { readId, withParams } from '../../../shared/filter-bar/use-filters.ts';

/** Which account stands open beside the list; `new` = one that is being written. */
export type OpenUser = number | 'new' | null;

/** The open account stands in the address, so that it can be sent to a colleague. */
export function useOpenUser(): readonly [OpenUser, (open: OpenUser) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('user') ?? '';
  const open = text === 'new' ? text : Number(readId(text)) || null;
  return [
    open,
    (next) => setParams((before) => withParams(before, { user: String(next ?? '') }), { replace: true }),
  ];
}
