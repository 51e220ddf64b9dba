import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { MEASUREMENT_LIMITS } from '@atelier/domain/repair/contract.ts';
import { useTranslation } from 'react-i18next';
import { readDecimal } from '../../lib/i18n/typed-number.ts';
import { CommandDialog } from '../form/command-dialog.tsx';
import { FormCheckbox, FormText } from '../form/form-field.tsx';
import { useRefreshItem } from '../item/use-refresh-item.ts';

interface WeighDialogProps {
  item: Pick<ItemView, 'id' | 'rma_id' | 'number'>;
  onClose: () => void;
}

interface Weighed {
  weight: string;
  scrap: string;
  loss: string;
  replaces: boolean;
}

const within = (grams: number | null): grams is number => grams !== null && grams <= MEASUREMENT_LIMITS.grams;

function weightOf(typed: string): number | null {
  const grams = readDecimal(typed);
  return within(grams) && grams > 0 ? grams : null;
}

/** Nothing typed is nothing taken off; undefined is no number. */
function partOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const grams = readDecimal(typed);
  return within(grams) && grams >= 0 ? grams : undefined;
}

function bodyOf(id: number, { weight, scrap, loss, replaces }: Weighed) {
  const [grams, scrapped, lost] = [weightOf(weight), partOf(scrap), partOf(loss)];
  if (grams === null || scrapped === undefined || lost === undefined) return null;
  return {
    rma_item_id: id,
    weight: grams,
    ...(scrapped !== null && { scrap: scrapped }),
    ...(lost !== null && { loss: lost }),
    ...(replaces && { replaces }),
  };
}

/** What the scale shows of a piece where it lies, and what was taken off since (product/insight.md §6). */
export function WeighDialog({ item, onClose }: WeighDialogProps) {
  const { t } = useTranslation(['bench', 'measure']);
  const refresh = useRefreshItem(item);
  const grams = { inputMode: 'decimal', maxLength: 12 } as const;
  const part = {
    ...grams,
    check: (typed: string) => (partOf(typed) === undefined ? t('measure:partIssue') : undefined),
  };
  return (
    <CommandDialog<Weighed, '/rma/measure'>
      values={{ weight: '', scrap: '', loss: '', replaces: false }}
      title={t('bench:weight.ask', { number: item.number })}
      size={420}
      testId="bench-weight"
      accept={t('bench:weight.yes')}
      call={(typed) => {
        const body = bodyOf(item.id, typed);
        return body && { path: '/rma/measure', body };
      }}
      done={t('bench:weight.done', { number: item.number })}
      onDone={refresh}
      onClose={onClose}
      sendsOnEnter
    >
      {(at) => (
        <>
          <FormText
            {...at('weight')}
            {...grams}
            label={t('measure:weight')}
            required={t('measure:weightIssue')}
            check={(typed) => (weightOf(typed) === null ? t('measure:weightIssue') : undefined)}
          />
          <FormText {...at('scrap')} {...part} label={t('measure:scrap')} hint={t('measure:since')} />
          <FormText {...at('loss')} {...part} label={t('measure:loss')} />
          <FormCheckbox {...at('replaces')} label={t('measure:replaces')} />
        </>
      )}
    </CommandDialog>
  );
}
