ALTER TABLE "proposal" DROP CONSTRAINT "proposal_image";--> statement-breakpoint
ALTER TABLE "proposal" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "proposal" ADD COLUMN "uncertainty" real DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "proposal" SET "source" = CASE WHEN "version_id" = 0 THEN 'similar' ELSE 'version' END,
  "uncertainty" = coalesce((SELECT i."uncertainty" FROM "image" i WHERE i."id" = "proposal"."image_id"), 0);--> statement-breakpoint
ALTER TABLE "proposal" ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_of_image" UNIQUE("image_id","version_id");--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_source" CHECK (("proposal"."source" = 'similar') = ("proposal"."version_id" = 0));
