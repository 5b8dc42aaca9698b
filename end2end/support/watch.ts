// Watches a browser for everything that must not happen: errors and warnings in the console (hydration and the
// content security policy speak there), exceptions, requests that fail.
import type { BrowserContext, Page } from "@playwright/test";

export class Watch {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on("weberror", (error) => this.seen.push(`exception: ${error.error()}`));
    context.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      // A page that is left stops what it was loading.
      if (why !== "net::ERR_ABORTED") this.seen.push(`request failed: ${request.url()} ${why}`);
    });
    context.on("page", (page: Page) => page.on("crash", () => this.seen.push(`the page crashed: ${page.url()}`)));
  }

  /** Says beforehand what a test brings about on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  complaints(): string[] {
    return this.seen.filter((line) => !this.allowed.some((pattern) => pattern.test(line)));
  }
}
