import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { PackageCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { type DrawnQuery, QueryView } from '../paged-table/query-view.tsx';
import type { Picking } from './use-picking.ts';
import './pick-list.css';

export interface PickListProps {
  query: DrawnQuery<unknown>;
  picking: Picking;
  isEmpty: boolean;
  words: { search: string; failed: string; empty: string; noMatch?: string };
  searchTestId?: string;
  /** A list item per row; a row that subscribes to its item paints alone. */
  children: (row: ItemView) => ReactNode;
}

/** A list to search and to choose from. */
export function PickList({ query, picking, isEmpty, words, searchTestId, children }: PickListProps) {
  return (
    <>
      <div className="pick-search pad-12 line-below">
        <TextField
          label={words.search}
          hideLabel
          type="search"
          placeholder={words.search}
          value={picking.words}
          autoComplete="off"
          onChange={(event) => picking.setWords(event.target.value)}
          testId={searchTestId}
        />
      </div>
      <QueryView
        query={query}
        skeleton={{ rows: 5, height: 40, gap: 16 }}
        padded
        failed={words.failed}
        isEmpty={() => isEmpty}
        empty={<EmptyState title={words.empty} icon={<PackageCheck aria-hidden />} />}
      >
        {() =>
          picking.shown.length === 0 ? (
            words.noMatch !== undefined && <p className="panel-body muted">{words.noMatch}</p>
          ) : (
            <ul className="pick-rows">{picking.shown.map(children)}</ul>
          )
        }
      </QueryView>
    </>
  );
}
