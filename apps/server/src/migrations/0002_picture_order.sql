DROP INDEX "image_name_key";--> statement-breakpoint
DROP INDEX "image_state";--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "n_empty" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "list_rev" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "state_rev" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "image_order" ON "image" USING btree ("folder_id","name_key","id") WHERE "image"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "image_state_order" ON "image" USING btree ("folder_id","state","name_key","id") WHERE "image"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prediction_image" ON "prediction" USING btree ("image_id");--> statement-breakpoint
UPDATE "folder" SET "n_empty" = (SELECT count(*) FROM "image" WHERE "folder_id" = "folder"."id" AND "state" = 'empty' AND "deleted_at" IS NULL);
