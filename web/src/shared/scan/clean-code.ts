/** A code as labels and people write it: without blanks around it, in capitals. */
export const cleanCode = (code: string): string => code.trim().toUpperCase();
