/** Of lists with filters and a map. */
export const LIST_STYLE = `
main.wide { max-width: 75rem; }
`;
