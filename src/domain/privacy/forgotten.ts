/** What stands where somebody's name stood. */
export const FORGOTTEN_NAME = 'Persona anonimizada';

/** Whether somebody on a list was forgotten: counted still, and nobody's any more. */
export const isForgotten = ({ name }: { readonly name: string }): boolean => name === FORGOTTEN_NAME;
