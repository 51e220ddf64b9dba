import { Link } from 'react-router-dom';
import { RichSentence } from '../../../../shared/guides/rich-sentence.tsx';
import { LABELS } from './labels.ts';
import { labelText } from './load-guide.ts';

/** The name of a screen leads to the screen. */
function Label({ name }: { name: string }) {
  const to = LABELS[name]?.to;
  const text = <bdi>{labelText(name)}</bdi>;
  return to === undefined ? text : <Link to={to}>{text}</Link>;
}

const drawLabel = (name: string) => <Label name={name} />;

export const GuideSentence = ({ text }: { text: string }) => <RichSentence text={text} label={drawLabel} />;
