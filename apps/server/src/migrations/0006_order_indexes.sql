DROP INDEX "shape_label";--> statement-breakpoint
DROP INDEX "image_folder";--> statement-breakpoint
CREATE INDEX "shape_label" ON "shape" USING btree ("label_id","image_id");--> statement-breakpoint
CREATE INDEX "image_folder" ON "image" USING btree ("folder_id","id","state","deleted_at");