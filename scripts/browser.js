import fs from 'node:fs';
import path from 'node:path';

// The shell without windows is the same engine and takes a quarter less time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

function candidates() {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      name => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  if (process.platform === 'win32') {
    const bases = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return programs.flatMap(program => bases.filter(Boolean).map(base => path.join(base, program)));
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return NAMES.flatMap(name => folders.map(folder => path.join(folder, name)));
}

/** Path of an installed Chromium, Chrome or Edge; `CHROMIUM_PATH` goes first. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...candidates()].find(file => file && fs.existsSync(file));
}
