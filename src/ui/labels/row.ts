/** A label in the order of `LANGUAGES` after English. Forms for different numbers are separated by `|`, in the order of `FORMS`. */
export type Row = readonly [
  sv: string,
  pl: string,
  fi: string,
  de: string,
  fr: string,
  ja: string,
  zh: string,
  ko: string,
];
