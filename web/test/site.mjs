// The board with the engine in a worker, as web/site makes it.
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const WEB = fileURLToPath(new URL("../", import.meta.url));

/** An empty folder until the end of the test `t`. */
async function makeFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), "stonefall-site-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** A folder with the page until the end of the test `t`. */
export async function makeSite(t) {
  const folder = await makeFolder(t);
  await fill(WEB, folder);
  return folder;
}

/** Replaces the page in a folder by a new version, with other texts in some of its files. */
export async function replaceSite(t, folder, texts) {
  const web = await makeFolder(t);
  for (const part of ["site", "page", "offline", "package"]) await cp(join(WEB, part), join(web, part), { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(join(web, "page", name), text);
  await fill(web, folder);
}

const fill = (web, folder) => promisify(execFile)(join(web, "site"), [folder]);
