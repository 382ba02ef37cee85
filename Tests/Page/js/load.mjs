// The page's modules as Node reads them: its own files end in .js, which only a browser takes for modules.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'longwave-web-'));
cpSync(fileURLToPath(new URL('../../../web/js', import.meta.url)), folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
after(() => rmSync(folder, { recursive: true }));

export const load = name => import(pathToFileURL(join(folder, name)));
