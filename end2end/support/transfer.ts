// The transfer size of a page: the bytes of all its responses, as sent.
import type { Page } from "@playwright/test";

export interface Transfer {
  /** By the last segment of the address. */
  files: Map<string, { bytes: number; encoding: string }>;
  total: number;
}

export async function transferOf(page: Page, open: () => Promise<void>): Promise<Transfer> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send("Network.enable");
  await inspector.send("Network.setCacheDisabled", { cacheDisabled: true });
  const names = new Map<string, { name: string; encoding: string }>();
  const files: Transfer["files"] = new Map();
  inspector.on("Network.responseReceived", ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    names.set(requestId, {
      name: pathname.slice(pathname.lastIndexOf("/") + 1),
      encoding: response.headers["content-encoding"] ?? "none",
    });
  });
  inspector.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { name, encoding } = names.get(requestId) ?? { name: requestId, encoding: "none" };
    files.set(name, { bytes: (files.get(name)?.bytes ?? 0) + encodedDataLength, encoding });
  });
  await open();
  await page.waitForLoadState("networkidle");
  await inspector.detach();
  return { files, total: [...files.values()].reduce((sum, file) => sum + file.bytes, 0) };
}
