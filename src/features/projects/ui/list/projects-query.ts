import { listProjects } from '../../contract.ts';

/** The list's query; contracts declare it optional for endpoints in general. */
export const projectsQuery = listProjects.query as NonNullable<typeof listProjects.query>;
