/** Of the page of a project. */
export const PROJECT_STYLE = `
.drawing svg { display: block; max-width: 100%; height: auto; }
`;
