import { useSearchParams } from 'react-router-dom';

/** What is searched for, kept in the address. */
export function useSettingsQuery(): readonly [query: string, search: (query: string) => void] {
  const [params, setParams] = useSearchParams();
  const search = (query: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (query === '') next.delete('q');
        else next.set('q', query);
        return next;
      },
      { replace: true },
    );
  return [params.get('q') ?? '', search];
}
