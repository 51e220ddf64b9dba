/** Writes elements of an array, with the commas between one call and the next. */
export function listing(): (elements: readonly object[]) => string {
  let isFirst = true;
  return (elements) => {
    const text = elements.map((each) => JSON.stringify(each)).join(',\n');
    if (text === '') return '';
    const before = isFirst ? '\n' : ',\n';
    isFirst = false;
    return before + text;
  };
}
