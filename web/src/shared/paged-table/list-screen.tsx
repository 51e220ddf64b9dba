import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

export interface ListScreenProps {
  /** Test ids: `<id>-page`, `<id>` of the panel, `<id>-total`. */
  id: string;
  lead: string;
  title: string;
  total?: number | undefined;
  /** The button that begins a new row. */
  add?: { label: string; icon?: ReactNode; onClick: () => void; busy?: boolean; testId: string };
  /** What stands in the panel: filters and the table. */
  list: ReactNode;
  /** The side panel of the row that stands open. */
  children?: ReactNode;
}

/** A list of one kind of thing with the side panel of the one that is open. */
export function ListScreen({ id, lead, title, total, add, list, children }: ListScreenProps) {
  const { number } = useStaffFormat();
  return (
    <div className="stack" data-testid={`${id}-page`}>
      <p className="lead muted">{lead}</p>
      <Panel
        title={title}
        aside={total !== undefined && <span data-testid={`${id}-total`}>{number(total)}</span>}
        action={
          add && (
            <Button
              variant="primary"
              icon={add.icon ?? <Plus size={16} aria-hidden />}
              busy={add.busy ?? false}
              onClick={add.onClick}
              testId={add.testId}
            >
              {add.label}
            </Button>
          )
        }
        testId={id}
      >
        {list}
      </Panel>
      {children}
    </div>
  );
}
