/** The only way of the browser part to the console: what an expert would need to see, never a person's data. */
export const log = {
  // biome-ignore lint/suspicious/noConsole: this is the one place
  info: (message: string, detail?: unknown) => console.info(message, detail ?? ''),
  // biome-ignore lint/suspicious/noConsole: this is the one place
  error: (message: string, detail?: unknown) => console.error(message, detail ?? ''),
};
