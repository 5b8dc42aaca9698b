// Collects everything that must not happen in a browser: console errors and warnings (including hydration and content
// security policy), exceptions, failed requests.
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
      // A page that is left aborts its requests.
      if (why !== "net::ERR_ABORTED") this.seen.push(`request failed: ${request.url()} ${why}`);
    });
    context.on("page", (page: Page) => page.on("crash", () => this.seen.push(`the page crashed: ${page.url()}`)));
  }

  /** Allows a failure that the test causes on purpose. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  complaints(): string[] {
    return this.seen.filter((line) => !this.allowed.some((pattern) => pattern.test(line)));
  }
}
