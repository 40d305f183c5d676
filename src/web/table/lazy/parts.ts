/** What a list shows only when asked, fetched together. */
export { ColumnChoices } from './column-choices.tsx';
export { GroupChoices } from './group-choices.tsx';
export { GroupHeading } from './group-heading.tsx';
