type Texts = Record<string, unknown>;

/** What every screen needs before it is drawn: one file with the addresses of all others. */
export const first = import.meta.glob<Texts>('./{common,errors,shell,status,terms}.json', {
  base: '../../../../../packages/contracts/src/locales/ja',
  import: 'default',
  eager: true,
});
export const files = import.meta.glob<Texts>(
  ['./*.json', '!./{common,errors,fee,guide-*,mail,proof,shell,status,terms,whats-new}.json'],
  {
    base: '../../../../../packages/contracts/src/locales/ja',
    import: 'default',
  },
);
