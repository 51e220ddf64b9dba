import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Menu, type MenuTriggerAttributes } from '@atelier/ui/controls/menu.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, type DrawnQuery } from '../../shared/paged-table/query-view.tsx';
import { csvOf } from './csv.ts';
import type { TwinColumn } from './twin-column.ts';
import { pictureOf } from './picture.ts';

interface FigurePanelProps<Row> {
  readonly id: string;
  readonly title: string;
  readonly answer: DrawnQuery<unknown>;
  /** Undefined until they are read. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly columns: readonly TwinColumn<Row>[];
  /** The chart; without it the table is the figure. */
  readonly chart?: ReactNode;
  /** What the figure counts, and the link to its pieces. */
  readonly foot?: ReactNode;
  readonly tools?: ReactNode;
  readonly lead?: ReactNode;
  readonly onOpenRow?: (row: Row) => void;
  readonly height?: number;
  /** What stands above the rows says enough where there are none. */
  readonly isQuiet?: boolean;
  /** There is a chart once the rows are read. */
  readonly isDrawn?: boolean;
}

/** One figure: chart or table, what it counts, its pieces, and its files. */
export function FigurePanel<Row>(props: FigurePanelProps<Row>) {
  const { id, title, answer, rows, foot, tools, isDrawn = false, height = 220 } = props;
  const { t } = useTranslation('insight');
  const [isTable, setTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const picture = isDrawn && !isTable ? box : null;
  return (
    <Panel
      className={`figure figure-${id}`}
      testId={`figure-${id}`}
      title={title}
      action={
        <span className="figure-actions flex middle gap-4">
          {isDrawn && (
            <Button
              variant="quiet"
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
              testId={`${id}-table`}
            >
              {t(isTable ? 'chart' : 'table')}
            </Button>
          )}
          {rows !== undefined && <FigureFiles {...props} rows={rows} picture={picture} />}
        </span>
      }
      {...(foot !== undefined && rows !== undefined && { footer: <p className="small muted">{foot}</p> })}
    >
      {tools !== undefined && <div className="figure-tools">{tools}</div>}
      <QueryView query={answer} skeleton={{ rows: 1, height }} padded failed={t('failed')}>
        {() => rows && <Shown {...props} rows={rows} box={box} isTable={isTable || !isDrawn} />}
      </QueryView>
    </Panel>
  );
}

type Read<Row> = FigurePanelProps<Row> & { readonly rows: readonly Row[] };

function Shown<Row>(props: Read<Row> & { box: RefObject<HTMLDivElement | null>; isTable: boolean }) {
  const { id, rows, lead, chart, box, isTable, isQuiet = false } = props;
  const { t } = useTranslation('insight');
  return (
    <>
      {lead}
      {rows.length === 0 && !isQuiet && <EmptyState title={t('empty')} testId={`${id}-empty`} />}
      {rows.length > 0 && isTable && <Twin {...props} />}
      {rows.length > 0 && !isTable && (
        <div ref={box} className="figure-chart">
          {chart}
        </div>
      )}
    </>
  );
}

/** The same as a table: for people who read rather than look, and for checking a mark. */
function Twin<Row>({ id, title, columns, rows, rowKey, onOpenRow }: Read<Row>) {
  const shown = columns.map(listColumn);
  return (
    <DataList
      label={title}
      columns={shown}
      rows={rows}
      rowKey={rowKey}
      testId={`${id}-rows`}
      {...(onOpenRow && { onOpen: onOpenRow })}
    />
  );
}

export const listColumn = <Row,>({ key, header, value, cell, isText }: TwinColumn<Row>): ListColumn<Row> => ({
  key,
  header,
  align: isText ? 'start' : 'end',
  cell: (row) => cell?.(row) ?? <bdi className={isText ? undefined : 'num'}>{value(row)}</bdi>,
});

interface FilesProps<Row> extends Pick<Read<Row>, 'id' | 'title' | 'columns' | 'rows'> {
  readonly picture: { readonly current: HTMLDivElement | null } | null;
}

const fileTrigger = (id: string, label: string) => (attributes: MenuTriggerAttributes) => (
  <Button
    variant="bare"
    icon={<Download size={15} aria-hidden />}
    label={label}
    testId={`${id}-export`}
    {...attributes}
  />
);

/** The figure as files: its rows, and its picture where one is drawn. */
export function FigureFiles<Row>({ id, title, columns, rows, picture }: FilesProps<Row>) {
  const { t } = useTranslation('insight');
  const saveRows = () => saveFile(csvOf(columns, rows), `${id}.csv`);
  const savePicture = async () => {
    const blob = picture?.current ? await pictureOf(picture.current) : null;
    if (blob !== null) saveFile(blob, `${id}.png`);
  };
  const items = [
    { key: 'csv', label: t('csv'), onSelect: saveRows },
    ...(picture === null ? [] : [{ key: 'png', label: t('png'), onSelect: () => void savePicture() }]),
  ];
  return (
    <Menu
      label={t('export')}
      groups={[{ key: 'files', items }]}
      testId={`${id}-files`}
      trigger={fileTrigger(id, `${t('export')}: ${title}`)}
    />
  );
}
